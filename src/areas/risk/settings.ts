import { z } from 'zod';
import { declareSettings } from '../../settings/declare.ts';

const days = z.int().min(1).max(180);

const risk = z.strictObject({
  /** Within how many hours of business a review that is due is to be done. */
  promisedHours: z.int().min(1).max(400),
  /** Within how many days a client sends the papers that a review asks for. */
  papersDays: days,
  /** So many days before that they are reminded. */
  remindDays: z.array(days).max(10),
  /** So many days after that, while they open no positions, compliance decides whether they stay. */
  escalateDays: days,
});

/** Reviews of clients by their risk, and the papers that they need. Our own figures: two weeks of business; a month, and another one. */
export const riskSettings = declareSettings(
  { risk },
  { risk: { promisedHours: 140, papersDays: 30, remindDays: [14, 7, 1], escalateDays: 30 } },
);
