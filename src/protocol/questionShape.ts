import { z } from 'zod';
import type { Question } from '../base/questions.ts';

const answer = z.object({ id: z.int(), text: z.string(), presets: z.array(z.int()) });
const asked = z.object({ id: z.int(), text: z.string(), answers: z.array(answer) });

/** A question as calls tell it (`base/questions.ts`). */
export const question = asked.extend({
  sub_questions: z.array(asked.extend({ revealed_by: z.int() })),
}) satisfies z.ZodType<Question>;
