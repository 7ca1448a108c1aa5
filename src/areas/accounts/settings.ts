import { z } from 'zod';
import { forEveryPlatform, platforms } from '../../law/platforms.ts';
import { amount, count, declareSettings, seconds } from '../../settings/declare.ts';

/** Document 3 §5 asks for eight characters at least; MetaTrader 5's Web API takes sixteen at most. */
const passwordLength = z.int().min(8).max(16);
const passwordRule = z
  .strictObject({
    minLength: passwordLength,
    maxLength: passwordLength,
    needsDigit: z.boolean(),
    needsUpper: z.boolean(),
    needsLower: z.boolean(),
    needsSpecial: z.boolean(),
  })
  .refine(({ minLength, maxLength }) => minLength <= maxLength);

export const accountsSettings = declareSettings(
  {
    accounts: z.strictObject({
      maxLive: count.max(100),
      maxDemo: count.max(100),
      maxDemoBalance: amount,
    }),
    platform: z.strictObject({
      /** Balances older than this are shown with a warning. */
      staleBalanceSeconds: seconds,
      reconcileSeconds: seconds,
      /** So long a platform is given to do what it has not answered for; then an empty look-up says that it was not done. */
      patienceSeconds: seconds,
      /** What each platform's server asks of the passwords of trading accounts. */
      passwords: z.strictObject(forEveryPlatform(() => passwordRule)),
    }),
  },
  {
    accounts: { maxLive: 20, maxDemo: 20, maxDemoBalance: '1000000' },
    platform: {
      staleBalanceSeconds: 120,
      reconcileSeconds: 300,
      // Longer than a server of a broker's has been seen to act late.
      patienceSeconds: 90,
      passwords: forEveryPlatform((platform) => platforms[platform].password),
    },
  },
);
