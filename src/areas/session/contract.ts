import { z } from 'zod';
import { contract } from '../../protocol/call.ts';
import { captchaFields } from '../../protocol/captcha.ts';
import { clientInfo } from '../../protocol/envelope.ts';
import { factorFields } from '../../protocol/proof.ts';

/** A challenge as the documents' captcha calls speak of it. `gt` is "altcha" for the embedded proof of work. */
export const captchaChallenge = z.object({
  gt: z.string(),
  challenge: z.string(),
  /** 0: the vendor is down, and the browser answers by itself. */
  success: z.union([z.literal(0), z.literal(1)]),
});

/** What a captcha can be asked for: it is good for that and nothing else. */
export const captchaActions = ['sign_in', 'sign_up', 'reset_password', 'change_password'] as const;
export type CaptchaAction = (typeof captchaActions)[number];

/** The e-mail, or the client's number. */
const signInId = z.union([z.string().trim().min(1).max(254), z.number().int().positive()]);

/** What a captcha is to be good for: an action, and who it is about. */
const captchaUse = {
  action: z.enum(captchaActions).default('sign_in'),
  /** Who is going to sign in, as they will write it then. Left out, it is good for whoever uses it first. */
  id: signInId.optional(),
};

export const sessionContract = contract({
  area: 'session',
  calls: {
    login: {
      method: 'POST',
      path: '/api/client/login',
      summary:
        'Signs in, or back in from the lock screen (p: "lock"). Sets the session cookie. A 429 with data.captcha asks for a captcha first; a 401 second_factor_required for the second factor, with data.factors: the same call with `code` goes on.',
      who: 'anyone',
      runs: 'saga',
      keepsAnswer: false,
      input: z.object({
        id: signInId,
        password: z.string().min(1).max(1000),
        /** "lock": the lock screen, which lets nobody in but whose session it was. */
        p: z.string().max(20).optional(),
        ...factorFields,
        ...captchaFields,
      }),
      output: z.object({
        /** Goes with every write. */
        token: z.string(),
        /** The public id of the session. */
        sid: z.string(),
        client_id: z.number().int(),
      }),
      errors: {
        wrongCredentials: 401,
        second_factor_required: 401,
        wrong_code: 422,
        too_many_attempts: 429,
        captcha_required: 429,
        wrong_captcha_code: 422,
      },
    },
    logout: {
      method: 'POST',
      path: '/api/client/logout',
      summary: 'Ends the session on the server and clears its cookie. Without a session it does nothing and answers alike.',
      who: 'anyone',
      needsToken: true,
      runs: 'saga',
      keepsAnswer: false,
      input: z.object({
        /** Where to go next: a path of this site; anything else is passed over. */
        redirect: z.string().max(1000).optional(),
      }),
      output: z.object({ redirect: z.string().nullable() }),
      errors: {},
    },
    clientInfo: {
      method: 'GET',
      path: 'api/client_info',
      summary: 'What the client is and may do, with the token that writes carry: a new tab of the same browser asks for it here.',
      who: 'client',
      runs: 'read',
      input: z.object({}),
      output: clientInfo.extend({ token: z.string(), sid: z.string() }),
      errors: {},
      reads: ['client_info', 'notices', 'inbox'],
    },
    used: {
      method: 'POST',
      path: 'api/session/used',
      summary:
        'Somebody is at the screen: what is shown may be pushed, so that nothing is asked for. Every other call says so too, but what writes nothing with the header X-Background.',
      who: 'client',
      runs: 'read',
      keepsAnswer: false,
      input: z.object({}),
      output: z.object({}),
      errors: {},
    },
    registerCaptcha: {
      method: 'GET',
      path: 'api/direct/gee-test/register/',
      summary: 'A fresh captcha challenge for an action, good once, for ten minutes, and for whoever uses it first.',
      who: 'anyone',
      runs: 'read',
      // No identity: queries stand in the logs of everything between here and a browser.
      input: z.object({ action: captchaUse.action }),
      output: captchaChallenge,
      errors: {},
      rate: { count: 120, seconds: 60 },
    },
    validateCaptcha: {
      method: 'POST',
      path: 'api/direct/gee-test/validate/',
      summary:
        'Judges the answer to a challenge. Solved: data.captcha_sid, to be sent once with the call of the action that it was asked for.',
      who: 'anyone',
      runs: 'saga',
      keepsAnswer: false,
      input: z.object({
        challenge: z.string().min(1).max(4096),
        validate: z.string().min(1).max(4096),
        seccode: z.string().max(4096).default(''),
        ...captchaUse,
      }),
      output: z.object({ captcha_sid: z.string() }),
      errors: { wrong_captcha_code: 422 },
      rate: { count: 60, seconds: 60 },
    },
  },
});
