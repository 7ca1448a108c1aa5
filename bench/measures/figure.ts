/** One line of the bench's table. */
export interface Figure {
  readonly what: string;
  /** As people read it, with its unit. */
  readonly value: string;
  readonly target: string;
  readonly isMet: boolean;
}

export function middle(figures: readonly number[]): number {
  const sorted = figures.toSorted((first, second) => first - second);
  return ((sorted[Math.floor((sorted.length - 1) / 2)] ?? 0) + (sorted[Math.floor(sorted.length / 2)] ?? 0)) / 2;
}

export function print(figures: readonly Figure[]): void {
  const width = Math.max(...figures.map(({ what }) => what.length));
  const valueWidth = Math.max(...figures.map(({ value }) => value.length));
  for (const { what, value, target, isMet } of figures)
    process.stdout.write(`${isMet ? '✓' : '✗'} ${what.padEnd(width)}  ${value.padEnd(valueWidth)}  ${target}\n`);
}

/** A measure that lacks something (a browser, a program) says what, in the table, and keeps the others from nothing. */
export async function attempt(name: string, measure: () => Promise<Figure[]>): Promise<Figure[]> {
  try {
    return await measure();
  } catch (error) {
    const [line = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
    return [{ what: name, value: `not measured: ${line}`, target: 'measured', isMet: false }];
  }
}
