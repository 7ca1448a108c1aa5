import type { Mutant } from './mutant.ts';

const scoring = 'src/areas/appropriateness/scoring.ts';

export const appropriatenessMutants: readonly Mutant[] = [
  {
    name: 'points-are-enough',
    file: scoring,
    find: 'points >= passes.points && passes.right.every((id) => answers.includes(id))',
    replace: 'points >= passes.points && passes.right.length > 0',
    breaks: 'Whoever does not know that all can be lost passes the test by experience.',
    tests: ['src/areas/appropriateness/scoring.test.ts'],
  },
  {
    name: 'test-again-at-once',
    file: 'src/areas/appropriateness/face.ts',
    find: 'if (from !== undefined && from > now)',
    replace: 'if (from !== undefined && from < now)',
    breaks: 'A failed test is taken again at once, and never after two weeks.',
    tests: ['src/areas/appropriateness/appropriateness.test.ts'],
  },
  {
    name: 'lowered-under-positions',
    file: 'src/areas/accounts/lowering.ts',
    find: 'if (open.positions.length > 0) return tellOfWaiting(due, context, telling);',
    replace: 'if (open.positions.length > 9) return tellOfWaiting(due, context, telling);',
    breaks: 'Who has positions open hears nothing of the lower leverage that waits for them.',
    tests: ['src/areas/appropriateness/appropriateness.test.ts'],
  },
  {
    name: 'professional-unacknowledged',
    file: 'src/areas/professional/calls.ts',
    find: 'if (row.acceptedAt !== null) await handOver(ctx, row);',
    replace: 'if (row.id > 0) await handOver(ctx, row);',
    breaks: 'An application is judged whose client has not acknowledged the warning.',
    tests: ['src/areas/professional/professional.test.ts'],
  },
  {
    name: 'one-criterion-is-enough',
    file: 'src/areas/professional/rules.ts',
    find: 'return shownCriteria(evidence).length >= leastCriteria;',
    replace: 'return evidence.length >= leastCriteria;',
    breaks: 'Two papers for one criterion are taken for two criteria.',
    tests: ['src/areas/professional/professional.test.ts'],
  },
];
