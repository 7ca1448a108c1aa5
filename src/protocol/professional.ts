import { z } from 'zod';
import type { CallSpec } from './call.ts';

/** Document 2 §7. The professional area answers it; the second step of the registration asks for it too. */
export const acceptProfessional = {
  method: 'POST',
  path: 'api/direct/accepted-professional',
  summary:
    'The client has read which protections a professional client loses, and accepts that. The application is judged once it is sent too.',
  who: 'client',
  runs: 'transaction',
  input: z.object({ accepted_professional_tc: z.boolean() }),
  output: z.object({}),
  errors: { professional_not_offered: 409, professional_not_accepted: 422, application_waits: 409 },
  stale: ['client_info'],
} as const satisfies CallSpec;
