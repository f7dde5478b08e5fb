/** Yields records as the readings of an imported file. */
// oxlint-disable-next-line require-await -- an import reads an async iterable
export async function* readings<Imported>(
  records: readonly Imported[],
): AsyncGenerator<{ file: string; record: string; imported: Imported }> {
  for (const [index, imported] of records.entries()) {
    yield { file: 'test.jsonl', record: `line ${index + 1}`, imported }
  }
}
