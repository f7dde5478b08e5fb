import { expect, test } from 'vitest'
import { detectLanguage, textLanguages } from './detectLanguage.ts'

// covers HURD-TRANSLATE-01
test.each([
  ['en', 'I oppose this bill.'],
  ['en', 'Not in my town!'],
  ['en', 'What about schools?'],
  ['en', 'NO on HB 12'],
  ['en', 'That is a taco truck, amigo'],
  ['en', 'Totally agree with @juan_perez, this helps our parks.'],
  ['en', 'Send the money to San Antonio before the session ends.'],
  ['en', 'Los Angeles has not paid for any of it.'],
  ['en', 'It doesn’t say who pays.'],
  ['en', 'The committee called it “justicia para todos”, which nobody in the room believed.'],
  ['es', 'Apoyo este proyecto'],
  ['es', 'Me opongo totalmente'],
  ['es', 'no me gusta'],
  ['es', '¿Quién paga?'],
  ['es', '@maria.g gracias por explicarlo'],
  ['es', 'El costo de HB 1234 es de $3 million dollars, y nadie lo dice'],
  ['es', 'La ciudad no tiene dinero para las escuelas ni para el agua.'],
  ['es', 'Mi familia vive en Houston desde hace veinte años.'],
  ['pt', 'Eu apoio este projeto de lei porque ele ajuda as famílias e não custa muito.'],
  ['fr', 'Je suis contre cette loi parce que nous ne pouvons pas la payer.'],
  ['de', 'Das Gesetz ist zu teuer für uns.'],
  ['it', 'Questa legge è molto cara per noi'],
  ['vi', 'Tôi phản đối dự luật này vì nó quá tốn kém'],
  ['tl', 'Ang panukalang ito ay makakatulong sa mga pamilya'],
  ['ht', 'Mwen pa dakò ak lwa sa a'],
  ['pl', 'Nie jest to dobre prawo dla nas.'],
  ['zh', '我反对这个法案'],
  ['ja', 'この法案に反対です'],
  ['ko', '이 법안에 반대합니다'],
  ['ru', 'Я против этого закона, HB 1234.'],
  ['ar', 'أنا أعارض هذا القانون'],
  ['hi', 'मैं इस विधेयक का विरोध करता हूँ'],
])('the language of a comment is recognized: %s, "%s"', (code, text) => {
  expect(detectLanguage(text)).toBe(code)
  expect(textLanguages).toContain(code)
})

// covers HURD-TRANSLATE-01
test.each([
  '',
  'Ok',
  'no no no',
  'Yes!!!',
  'HB 1234, SB 55',
  'U.S. H.R. 1',
  '👍👍👍',
  'https://example.org/the/and/of',
  '@the @and @of',
])('a text that is too short or has no words has no language: "%s"', (text) => {
  expect(detectLanguage(text)).toBeNull()
})
