import { z } from 'zod';

/** What a browser may send along with a call that asks for a captcha (document 3 §3). */
export const captchaFields = {
  /** The number that `gee-test/validate` answered; good once. */
  captcha_sid: z.string().max(64).optional(),
  /** Or the answer itself. */
  challenge: z.string().max(4096).optional(),
  validate: z.string().max(4096).optional(),
  seccode: z.string().max(4096).optional(),
};
