import { recordAudit } from '../../ledger/audit.ts';
import type { Tracking } from '../../ports/tracking/port.ts';
import type { Handlers } from '../../protocol/call.ts';
import type { trackingContract } from './contract.ts';
import { isAskedOf, newVisitor, track } from './counting.ts';
import { consentOf, keepConsent } from './store.ts';

export interface Needs {
  /** Left out where nobody counts. */
  readonly tracking?: Tracking | undefined;
}

export const calls = (app: Needs) =>
  ({
    async consent(_input, { sql, client }) {
      const consent = await consentOf(sql, client.id);
      return {
        is_asked: app.tracking !== undefined && isAskedOf(client.profile),
        choice: consent === undefined ? null : consent.is_given ? 'given' : 'refused',
      };
    },

    async choose({ is_given: isGiven }, { sql, client, now, refuse }) {
      if (isGiven && (app.tracking === undefined || !isAskedOf(client.profile))) return refuse('tracking_not_asked');
      await keepConsent(sql, { client: client.id, visitor: isGiven ? newVisitor() : undefined, at: now });
      await recordAudit(sql, {
        actor: { kind: 'client', id: String(client.id) },
        action: isGiven ? 'client.tracking_agreed' : 'client.tracking_refused',
        subject: `client:${client.id}`,
        clientId: client.id,
        detail: {},
        at: now,
      });
      return {};
    },

    async view({ label }, { sql, client, now }) {
      await track(sql, { client: client.id, name: label, at: now });
      return {};
    },
  }) satisfies Handlers<typeof trackingContract>;
