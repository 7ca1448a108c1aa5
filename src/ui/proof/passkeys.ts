import { startAuthentication, startRegistration } from '@simplewebauthn/browser';
import type { PasskeyAnswer, PasskeyCreated } from '../../protocol/proof.ts';

/** What the server hands to the device, as it came: the library reads it. */
export interface PasskeyOptions {
  readonly challenge: string;
}

/** The device did not answer, or whoever sits in front of it said no. */
export class PasskeyFailure extends Error {
  constructor(cause: unknown) {
    super('no passkey', { cause });
    this.name = 'PasskeyFailure';
  }
}

/** A passkey's answer to the server's challenge. Throws a PasskeyFailure. */
export function answerPasskey(options: PasskeyOptions): Promise<PasskeyAnswer> {
  const optionsJSON = options as Parameters<typeof startAuthentication>[0]['optionsJSON'];
  return asked(async () => (await startAuthentication({ optionsJSON })) as PasskeyAnswer);
}

/** A new passkey of this device, or of one beside it. Throws a PasskeyFailure. */
export function createPasskey(options: PasskeyOptions): Promise<PasskeyCreated> {
  const optionsJSON = options as Parameters<typeof startRegistration>[0]['optionsJSON'];
  return asked(async () => (await startRegistration({ optionsJSON })) as PasskeyCreated);
}

async function asked<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask();
  } catch (error) {
    throw new PasskeyFailure(error);
  }
}
