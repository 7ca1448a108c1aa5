import { z } from 'zod';

/** Whether it looks like an address that letters can go to. */
export function isAddress(text: string): boolean {
  return z.regexes.email.test(text);
}
