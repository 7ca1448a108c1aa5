import { contract } from '../../wire/call.ts';
import { paymentsProcess } from '../../wire/payment.ts';

export type { TransferStatus, TransferType } from '../../wire/payment.ts';

export const remittanceContract = contract({ area: 'remittance', calls: { process: paymentsProcess } });
