import { randomBytes, randomInt } from 'node:crypto';
import { after, minuteMs, type Clock } from '../../base/time.ts';
import type { Faults } from '../faults.ts';
import type { Decision } from '../praxis/deciding.ts';
import { phases, type Application, type CardStore, type Phase } from './store.ts';

/*
 * What becomes of an application, the name on the card says, as providers' test cards do: with DECLINE in it, it is declined, with NEVER
 * it is left as it is until somebody decides; every other goes a phase further each minute.
 */
const phaseMs = minuteMs;
const cardYears = 3;
/** How late a message comes under the fault "delay", in application time. */
const delayMs = 2 * minuteMs;

export interface Issuing {
  readonly store: CardStore;
  readonly merchant: string;
  readonly clock: Clock;
  readonly faults: Pick<Faults, 'takeForWebhook'>;
}

/** Moves what moves by itself. */
export function beat(at: Issuing): void {
  const now = at.clock.now().getTime();
  for (const application of at.store.moving()) {
    if (application.card !== null && application.expiresMs <= now) move(at, application, 'expired');
    else if (!/NEVER/i.test(application.nameOnCard) && application.changedMs + phaseMs <= now) {
      if (/DECLINE/i.test(application.nameOnCard) && application.card === null) decline(at, application);
      else goOn(at, application);
    }
  }
}

/** Somebody decides at the issuer: approved takes it a phase further. False where it is at its end. */
export function decideCard(at: Issuing, application: Application, decision: Decision): boolean {
  if (decision === 'declined') return application.card === null && application.phase !== 'declined' && decline(at, application);
  return decision === 'approved' && goOn(at, application);
}

function decline(at: Issuing, application: Application): true {
  move(at, { ...application, reason: 'identity_not_confirmed' }, 'declined');
  return true;
}

function goOn(at: Issuing, application: Application): boolean {
  const next = phases[phases.findIndex((phase) => phase === application.phase) + 1];
  if (!next || !phases.some((phase) => phase === application.phase)) return false;
  move(at, next === 'ordered' ? withCard(at, application) : application, next);
  return true;
}

function withCard({ clock }: Issuing, application: Application): Application {
  const now = clock.now();
  const expiresMs = Date.UTC(now.getUTCFullYear() + cardYears, now.getUTCMonth() + 1, 1);
  const lastFour = String(randomInt(10_000)).padStart(4, '0');
  return { ...application, card: `card_${randomBytes(9).toString('hex')}`, lastFour, expiresMs };
}

/** Changes the phase and tells of it, as a fault has it. */
export function move(at: Issuing, application: Application, phase: Phase): Application {
  const now = at.clock.now();
  const moved = { ...application, phase, sequence: application.sequence + 1, changedMs: now.getTime() };
  at.store.change(moved);
  const { reference } = moved;
  const told = { reference, body: JSON.stringify(shown(at, moved)), dueAt: now, forged: false };
  const fault = at.faults.takeForWebhook();
  const before = JSON.stringify(shown(at, application));
  const all =
    fault === 'duplicate'
      ? [told, told]
      : fault === 'delay'
        ? [{ ...told, dueAt: after(now, delayMs) }]
        : fault === 'reorder'
          ? [told, { ...told, body: before }]
          : fault === 'forge'
            ? [{ ...told, forged: true }, told]
            : [told];
  for (const message of all) at.store.tell(message);
  return moved;
}

/** The issuer stands three hours ahead of UTC, and writes its own time. */
const zoneMs = 180 * minuteMs;
const ownTime = (ms: number): string => new Date(ms + zoneMs).toISOString().replace('Z', '+03:00');

export function shown({ merchant }: Pick<Issuing, 'merchant'>, application: Application): object {
  const { reference, sequence, phase, reason, card, lastFour, expiresMs, currency, changedMs } = application;
  // The last month of its use is the one before.
  const last = new Date(expiresMs - minuteMs);
  const expires = `${String(last.getUTCMonth() + 1).padStart(2, '0')}/${String(last.getUTCFullYear()).slice(2)}`;
  return {
    merchant,
    application: {
      reference,
      sequence,
      status: card === null ? phase : 'approved',
      reason,
      card: card === null ? null : { id: card, last4: lastFour, expires, status: phase, currency },
      at: ownTime(changedMs),
    },
  };
}
