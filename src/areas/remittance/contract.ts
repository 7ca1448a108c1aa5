import type { z } from 'zod';
import { contract, type ContextOf } from '../../wire/call.ts';
import { paymentsProcess } from '../../wire/payment.ts';

export type { TransferStatus, TransferType } from '../../wire/payment.ts';

export const remittanceContract = contract({ area: 'remittance', calls: { process: paymentsProcess } });

type Process = typeof remittanceContract.calls.process;
/** What is asked of `payments_process`, and what the call runs in. */
export type ProcessInput = z.output<Process['input']>;
export type ProcessContext = ContextOf<Process>;
