import { brotliDecompressSync } from 'node:zlib'

/** What the numbers 0 to 62 of a table directory stand for. */
const knownTags =
  'cmap head hhea hmtx maxp name OS/2 post cvt  fpgm glyf loca prep CFF  VORG EBDT EBLC gasp hdmx kern LTSH PCLT VDMX vhea vmtx BASE GDEF GPOS GSUB EBSC JSTF MATH CBDT CBLC COLR CPAL SVG  sbix acnt avar bdat bloc bsln cvar fdsc feat fmtx fvar gvar hsty just lcar mort morx opbd prop trak Zapf Silf Glat Gloc Feat Sill'

type Table = { tag: string; data: Buffer; isTransformed: boolean }

/**
 * A WOFF2 web font as the TrueType font that it was made of (W3C, WOFF File Format 2.0), for what cannot read web fonts.
 * Throws for what is no WOFF2, or a font without glyf outlines.
 */
export function readWoff2(file: Buffer): Buffer {
  if (file.toString('latin1', 0, 4) !== 'wOF2') throw new Error('Not a WOFF2 font')
  const tables = readTables(file)
  const find = (tag: string) => tables.find((table) => table.tag === tag)
  const [glyf, loca, head] = [find('glyf'), find('loca'), find('head')]
  if (!glyf || !loca || !head) throw new Error('A font without glyf outlines')
  if (glyf.isTransformed) {
    const { outlines, offsets, leftEdges } = readGlyphs(glyf.data)
    glyf.data = outlines
    loca.data = offsets
    head.data.writeInt16BE(1, 50) // the offsets are long ones
    const [hmtx, hhea] = [find('hmtx'), find('hhea')]
    if (hmtx?.isTransformed && hhea) hmtx.data = readAdvances(hmtx.data, hhea.data, leftEdges)
  }
  return writeFont(file.readUInt32BE(4), tables)
}

function readTables(file: Buffer): Table[] {
  const at = new Reader(file, 48)
  const entries = Array.from({ length: file.readUInt16BE(12) }, () => {
    const flags = at.byte()
    const number = flags & 0x3f
    const tag = number === 0x3f ? at.take(4).toString('latin1') : knownTags.slice(number * 5, number * 5 + 4)
    const length = at.base128()
    const version = flags >> 6
    const isOutline = tag === 'glyf' || tag === 'loca'
    const isTransformed = isOutline ? version === 0 : version !== 0
    return { tag, isTransformed, length: isTransformed ? at.base128() : length }
  })
  const whole = new Reader(brotliDecompressSync(file.subarray(at.place, at.place + file.readUInt32BE(20))), 0)
  return entries.map(({ tag, isTransformed, length }) => ({
    tag,
    isTransformed,
    data: Buffer.from(whole.take(length)),
  }))
}

/** The outlines, which WOFF2 keeps in streams by kind of number, one glyph after the other again. */
function readGlyphs(data: Buffer) {
  const count = data.readUInt16BE(4)
  let start = 36
  const streams = Array.from({ length: 7 }, (_, number) => {
    const size = data.readUInt32BE(8 + number * 4)
    start += size
    return new Reader(data.subarray(start - size, start), 0)
  })
  const stream = (number: number) => streams[number] ?? new Reader(data, data.length)
  const [contours, composite, boxes] = [stream(0), stream(4), stream(5)]
  const simple = { points: stream(1), flags: stream(2), glyph: stream(3), instructions: stream(6) }
  const hasBox = boxes.take(((count + 31) >> 5) * 4)
  const offsets = Buffer.alloc((count + 1) * 4)
  const outlines: Buffer[] = []
  const leftEdges: number[] = []
  let length = 0

  for (let number = 0; number < count; number += 1) {
    const contourCount = contours.int16()
    const box = hasBox[number >> 3]! & (0x80 >> (number & 7)) ? boxes.take(8) : null
    const parts =
      contourCount === 0
        ? []
        : contourCount < 0
          ? readComposite(box, composite, simple)
          : readSimple(contourCount, box, simple)
    const outline = Buffer.concat(parts)
    leftEdges.push(outline.length > 0 ? outline.readInt16BE(2) : 0)
    outlines.push(outline, Buffer.alloc(-outline.length & 3))
    length += (outline.length + 3) & ~3
    offsets.writeUInt32BE(length, (number + 1) * 4)
  }
  return { outlines: Buffer.concat(outlines), offsets, leftEdges }
}

function readComposite(box: Buffer | null, composite: Reader, { glyph, instructions }: Streams): Buffer[] {
  if (!box) throw new Error('A composite glyph without its box')
  const parts = [int16s([-1]), box]
  let [hasMore, hasInstructions] = [true, false]
  while (hasMore) {
    const flags = composite.uint16()
    const scale = flags & 0x08 ? 2 : flags & 0x40 ? 4 : flags & 0x80 ? 8 : 0
    parts.push(int16s([(flags << 16) >> 16]), composite.take(2 + (flags & 1 ? 4 : 2) + scale))
    hasMore = (flags & 0x20) !== 0
    hasInstructions ||= (flags & 0x100) !== 0
  }
  if (hasInstructions) {
    const size = glyph.short255()
    parts.push(int16s([size]), instructions.take(size))
  }
  return parts
}

type Streams = { points: Reader; flags: Reader; glyph: Reader; instructions: Reader }

function readSimple(contourCount: number, box: Buffer | null, streams: Streams): Buffer[] {
  let last = -1
  const ends = Array.from({ length: contourCount }, () => (last += streams.points.short255()))
  const flags = Buffer.alloc(last + 1)
  const [xs, ys]: [number[], number[]] = [[], []]
  const [edgesX, edgesY] = [new Edges(), new Edges()]
  for (let point = 0; point <= last; point += 1) {
    const flag = streams.flags.byte()
    flags[point] = flag & 0x80 ? 0 : 1 // on the curve; every step is written as two bytes
    const [x, y] = readStep(flag & 0x7f, streams.glyph)
    xs.push(x)
    ys.push(y)
    edgesX.step(x)
    edgesY.step(y)
  }
  const size = streams.glyph.short255()
  const edges = box ?? int16s([edgesX.least, edgesY.least, edgesX.most, edgesY.most])
  return [
    int16s([contourCount]),
    edges,
    int16s([...ends, size]),
    streams.instructions.take(size),
    flags,
    int16s([...xs, ...ys]),
  ]
}

/** One step from point to point: how many bytes and which signs follow from the flag (section 5.2 of the format). */
function readStep(flag: number, from: Reader): [x: number, y: number] {
  const signed = (value: number, bit: number) => (flag & bit ? value : -value)
  if (flag < 10) return [0, signed(((flag & 14) << 7) + from.byte(), 1)]
  if (flag < 20) return [signed((((flag - 10) & 14) << 7) + from.byte(), 1), 0]
  if (flag < 84) {
    const [kind, byte] = [flag - 20, from.byte()]
    return [signed(1 + (kind & 0x30) + (byte >> 4), 1), signed(1 + ((kind & 0x0c) << 2) + (byte & 15), 2)]
  }
  if (flag < 120) {
    const kind = flag - 84
    const [x, y] = [from.byte(), from.byte()]
    return [signed(1 + (Math.floor(kind / 12) << 8) + x, 1), signed(1 + (((kind % 12) >> 2) << 8) + y, 2)]
  }
  if (flag < 124) {
    const [one, two, three] = [from.byte(), from.byte(), from.byte()]
    return [signed((one << 4) + (two >> 4), 1), signed(((two & 15) << 8) + three, 2)]
  }
  return [signed(from.uint16(), 1), signed(from.uint16(), 2)]
}

/** How wide each glyph is; the left edges may be left out where the outlines tell them. */
function readAdvances(data: Buffer, hhea: Buffer, leftEdges: number[]): Buffer {
  const at = new Reader(data, 0)
  const flags = at.byte()
  const count = hhea.readUInt16BE(34)
  const advances = Array.from({ length: count }, () => at.int16())
  const [proportional, others] = [leftEdges.slice(0, count), leftEdges.slice(count)]
  const edges = [
    ...(flags & 1 ? proportional : proportional.map(() => at.int16())),
    ...(flags & 2 ? others : others.map(() => at.int16())),
  ]
  return int16s([...advances.flatMap((advance, glyph) => [advance, edges[glyph]!]), ...edges.slice(count)])
}

/** Tables one after the other behind a directory of them; nobody looks at the sums. */
function writeFont(flavor: number, tables: Table[]): Buffer {
  const sorted = tables.toSorted((one, other) => (one.tag < other.tag ? -1 : 1))
  const head = Buffer.alloc(12 + sorted.length * 16)
  head.writeUInt32BE(flavor, 0)
  head.writeUInt16BE(sorted.length, 4)
  let place = head.length
  const parts: Buffer[] = [head]
  for (const [number, { tag, data }] of sorted.entries()) {
    const entry = 12 + number * 16
    head.write(tag, entry, 'latin1')
    head.writeUInt32BE(place, entry + 8)
    head.writeUInt32BE(data.length, entry + 12)
    parts.push(data, Buffer.alloc(-data.length & 3))
    place += (data.length + 3) & ~3
  }
  return Buffer.concat(parts)
}

function int16s(values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 2)
  for (const [number, value] of values.entries()) bytes.writeUInt16BE(value & 0xffff, number * 2)
  return bytes
}

/** The least and the most that steps from 0 have come to. */
class Edges {
  #at = 0
  least = Infinity
  most = -Infinity
  step(by: number) {
    this.#at += by
    this.least = Math.min(this.least, this.#at)
    this.most = Math.max(this.most, this.#at)
  }
}

class Reader {
  #bytes: Buffer
  place: number
  constructor(bytes: Buffer, place: number) {
    this.#bytes = bytes
    this.place = place
  }
  take(size: number): Buffer {
    if (this.place + size > this.#bytes.length) throw new Error('The font ends too early')
    this.place += size
    return this.#bytes.subarray(this.place - size, this.place)
  }
  byte() {
    return this.take(1).readUInt8()
  }
  uint16() {
    return this.take(2).readUInt16BE()
  }
  int16() {
    return this.take(2).readInt16BE()
  }
  /** A number of one to three bytes (255UInt16). */
  short255() {
    const code = this.byte()
    if (code === 253) return this.uint16()
    if (code === 255) return this.byte() + 253
    return code === 254 ? this.byte() + 506 : code
  }
  /** A number of seven bits a byte (UIntBase128). */
  base128() {
    let value = 0
    for (let read = 0; read < 5; read += 1) {
      const byte = this.byte()
      value = value * 128 + (byte & 0x7f)
      if (byte < 0x80) return value
    }
    throw new Error('A number without end')
  }
}
