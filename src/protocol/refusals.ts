import type { RefusalStatus } from './call.ts';

/**
 * What serve itself may refuse with, whatever the call: code → HTTP status. The codes of the handlers stand in the
 * contracts. Sentences: `error.<code>` in the catalog `wire`.
 */
export const protocolRefusals = {
  bad_json: 400,
  unsupported_media_type: 415,
  body_too_large: 413,
  // Of the server as a whole: no page and no call has an address of that length.
  path_too_long: 414,
  validation_failed: 422,
  // At the field `file` of a call that takes one (interfaces §6).
  no_file_selected: 422,
  max_file_size: 422,
  wrong_file_type: 422,
  // Of a file that came in parts: not all of them are there, or they are not what was announced.
  upload_incomplete: 422,
  too_many_requests: 429,
  no_session: 401,
  invalid_auth_token: 403,
  // Of the desk: the role has not the right that the call asks for (interfaces §7).
  not_your_right: 403,
  call_not_found: 404,
  idempotency_key_reused: 409,
  idempotency_key_invalid: 400,
  request_in_progress: 409,
  service_unavailable: 503,
} as const satisfies Record<string, RefusalStatus>;

export type ProtocolRefusal = keyof typeof protocolRefusals;
