import type { z } from 'zod';
import type { RemittanceId } from '../../base/id.ts';
import type { RefusalDetail } from '../../base/refusal.ts';
import type { Money } from '../../base/money.ts';
import type { MethodDirection, MethodTerms } from '../../law/methods.ts';
import type { Sql } from '../../base/sql.ts';
import type { ConfirmInput } from '../../protocol/asked.ts';
import type { popup } from '../../protocol/payment.ts';
import type { split } from '../../protocol/payout.ts';
import type { PlatformAccount } from '../../ports/platform/port.ts';
import type { PaymentState } from '../../ports/payments/port.ts';
import type { FundingAccount } from '../fundingAccounts/face.ts';
import type { LookUpOutcome, LookUpParts, Moved, Needs, PaymentContext } from './context.ts';
import type { ProcessContext } from './contract.ts';
import type { Quoted, Saving } from './quotes.ts';
import type { Phase } from './rules.ts';
import type { NewRemittance, Remittance } from './store.ts';

/** Answers the row as we have moved it on, true when somebody else may have, false when it has to wait. */
export type Mover = (context: PaymentContext, remittance: Remittance) => Promise<Moved>;

/** What a type of movement does in each of its phases. The table of them is in engine.ts: a type without one does not compile. */
export interface Course {
  /** How a client asks for it; undefined where nobody can. */
  readonly asked: Direction | undefined;
  /** What moves it on from each phase that somebody of ours has to move on. */
  readonly movers: Readonly<Partial<Record<Phase, Mover>>>;
  /** What follows from how its payment stands at the provider; undefined where it has no payment. */
  readonly applyPayment: ((parts: LookUpParts, id: RemittanceId, payment: PaymentState) => Promise<LookUpOutcome>) | undefined;
}

/** The course of a direction: of a type that a client asks for. */
export interface AskedCourse<Asked extends MethodDirection> extends Course {
  readonly asked: Direction<Asked>;
}

/** What a direction adds to the way that all of them go: confirm, save, drive (calls.ts, engine.ts). */
export interface Direction<Asked extends MethodDirection = MethodDirection> {
  readonly gate: MethodDirection;
  /** What the server asks back, in this order, before it keeps a quote and before it begins one. */
  readonly questions: { readonly confirm: readonly ConfirmQuestion[]; readonly save: readonly SaveQuestion[] };
  /** What may interpose when it is confirmed, the first that has something to say; none when left out. */
  readonly popups?: readonly PopupSource[];
  /** Holds what is asked to the law, and quotes it. */
  offer(needs: Needs, ctx: ProcessContext, input: ConfirmInput<Asked>): Promise<Offer>;
  /** What has to be so when a quote is saved; answers the quote as it is then. */
  prepare(ctx: ProcessContext, saving: Saving): Promise<Remittance>;
  /** What is set aside for it just before it begins, when nothing is left to be asked. */
  reserve?(ctx: ProcessContext, saving: Saving): Promise<void>;
  /** Takes a quote into its first phase: true when somebody else has, or may have; `short` when there is not enough of what it takes: money, or the day's allowance of exchange. */
  begin(context: PaymentContext, quote: Remittance): Promise<Remittance | true | 'short'>;
  /** Why a saving is refused for which there is not enough. */
  refuseShort(ctx: ProcessContext, quote: Remittance): Promise<never>;
  /** What follows when staff declines what waits for their approval; undefined where nothing ever does. */
  decline?(context: PaymentContext, remittance: Remittance): Promise<Moved>;
}

/** What a direction would do at that price. */
export interface Offer {
  readonly quote: Omit<NewRemittance, 'type' | 'now' | 'expiresAt'>;
  readonly quoted: Quoted;
  /** Where the money is to arrive; of a withdrawal, what it leaves. */
  readonly fundingAccount: FundingAccount;
  readonly terms: Pick<MethodTerms, 'min' | 'max' | 'feeBasisPoints' | 'arrives'>;
  /** What the client may still exchange today between own accounts, before this; undefined where nothing is exchanged so. */
  readonly exchangeLeft: Money | undefined;
  /** The trading account that it leaves, as its platform told it just now. */
  readonly leaves?: PlatformAccount | undefined;
  /** What it costs and where it goes, line by line, where it goes out in parts. */
  readonly split?: z.output<typeof split>;
  /** Keeps with the quote what else was agreed. */
  readonly keep?: (sql: Sql, id: RemittanceId) => Promise<void>;
}

/** Asked of an offer that is to be kept; it is answered by another offer. */
export type ConfirmQuestion = (ctx: ProcessContext, offer: Offer) => Promise<void>;

/** What a client is shown before they save, of that offer; undefined where there is nothing to show. */
export type PopupSource = (ctx: ProcessContext, offer: Offer) => Promise<z.output<typeof popup> | undefined>;

/** Asked of a quote that is to begin, until its field answers it. */
export interface SaveQuestion {
  readonly answer: 'confirm_bonus_removal' | 'confirm_raffle';
  readonly code: '20034';
  /** What the refusal tells besides; undefined where nothing has to be asked. */
  readonly ask: (needs: Needs, ctx: ProcessContext, saving: Saving) => Promise<RefusalDetail | undefined>;
  /** What the client has agreed to is kept with the quote; answers it as it is then. */
  readonly agree: (ctx: ProcessContext, remittance: Remittance) => Promise<Remittance>;
}
