import type { z } from 'zod';
import { contract, type ContextOf } from '../../protocol/call.ts';
import { paymentsProcess } from '../../protocol/payment.ts';

export type { TransferStatus, TransferType } from '../../protocol/payment.ts';

export const paymentsContract = contract({ area: 'payments', operations: 'remittance', calls: { process: paymentsProcess } });

type Process = typeof paymentsContract.calls.process;
/** What is asked of `payments_process`, and what the call runs in. */
export type ProcessInput = z.output<Process['input']>;
export type ProcessContext = ContextOf<Process>;
