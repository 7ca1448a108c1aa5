import type { ClientId } from '../../base/id.ts';
import { formatMinor } from '../../base/money.ts';
import type { Sql } from '../../base/sql.ts';
import { utcDay } from '../../base/time.ts';
import { shownName, stockTypesOf } from '../../law/accountTypes.ts';
import { withholdingOf, w8benValidUntil } from '../../law/withholding.ts';
import { recordAudit } from '../../ledger/audit.ts';
import type { Handlers } from '../../protocol/call.ts';
import { accountsOf, type TradingAccount } from '../accounts/face.ts';
import type { stocksContract, StockForm, StockPart } from './contract.ts';
import { answersOf, checkStockForm } from './filled.ts';
import { doesW8benCount, missingParts, stockType, w8benStateOf } from './rules.ts';
import { keepQuestionnaire, keepW8ben, signerOf, stockFactsOf } from './store.ts';

export function calls() {
  return {
    getForm: async ({ account_type_id: id }, { sql, client, now, refuse }) => {
      const type = stockType(id);
      if (!type) return refuse('account_type_not_offered', { field: 'account_type_id' });
      const parts = missingParts(type, await stockFactsOf(sql, client.id), utcDay(now));
      const { name, tin } = await signerOf(sql, client.id);
      const held = (await accountsOf(sql, client.id)).some((account) => isHeldStock(account));
      return {
        showCommonStockQuestionnaire: parts.includes('common'),
        showExtraStockQuestionnaire: parts.includes('extra'),
        showW8BENForm: parts.includes('w8ben'),
        client_tin_number: tin,
        advantage_stock_data: { client_has_enabled_stock: held },
        client_name: name,
      };
    },
    saveForm,
    overview: async (_input, { sql, client, now }) => {
      const facts = await stockFactsOf(sql, client.id);
      const today = utcDay(now);
      const w8ben = w8benStateOf(facts.validUntil, today);
      const counts = doesW8benCount(facts.validUntil, today);
      const { country, company } = client.profile;
      const held = (await accountsOf(sql, client.id)).filter(isHeldStock);
      return {
        w8ben,
        withheld_percent: withholdingOf(country, counts),
        withheld_with_form_percent: withholdingOf(country, true),
        types: stockTypesOf(company).map((type) => {
          const account = held.find((one) => one.type === type);
          return {
            account_type_id: type.id,
            name: type.name,
            title: shownName(type),
            missing: missingParts(type, facts, today),
            account: account ? shownHeld(account) : null,
          };
        }),
      };
    },
  } satisfies Calls;
}

type Calls = Handlers<typeof stocksContract>;

const saveForm: Calls['saveForm'] = async (sent, context) => {
  const { sql, client, now } = context;
  const type = stockType(sent.account_type_id);
  if (!type) return context.refuse('account_type_not_offered', { field: 'account_type_id' });
  const facts = await stockFactsOf(sql, client.id);
  const today = utcDay(now);
  // One that ends soon may be signed anew before it has.
  const isRenewed = w8benStateOf(facts.validUntil, today).state === 'ending' && (sent.signature ?? '') !== '';
  const parts = [...missingParts(type, facts, today), ...(isRenewed ? (['w8ben'] as const) : [])];
  const { name } = await signerOf(sql, client.id);
  const verdict = checkStockForm(sent, { parts, name });
  if (!verdict.ok) return context.refuse(verdict.code, verdict);
  for (const part of parts) await keepPart(sql, { part, sent, client: client.id, country: client.profile.country, now });
  if (parts.length > 0) {
    await recordAudit(sql, {
      actor: { kind: 'client', id: String(client.id) },
      action: 'stocks.save_form',
      subject: `client:${client.id}`,
      clientId: client.id,
      detail: { parts: parts.join(' ') },
      at: now,
    });
  }
  return { w8ben: w8benStateOf((await stockFactsOf(sql, client.id)).validUntil, today) };
};

function isHeldStock({ type, status }: TradingAccount): boolean {
  return type.opening === 'stock' && (status === 'active' || status === 'opening');
}

function shownHeld({ number, currency, snapshot }: TradingAccount) {
  return { number, currency, balance: formatMinor(snapshot?.balance ?? 0n, currency) };
}

interface Kept {
  readonly part: StockPart;
  readonly sent: StockForm;
  readonly client: ClientId;
  readonly country: string;
  readonly now: Date;
}

async function keepPart(sql: Sql, { part, sent, client, country, now }: Kept): Promise<void> {
  if (part !== 'w8ben') return keepQuestionnaire(sql, { client, kind: part, answers: answersOf(part, sent), at: now });
  const mailing = sent.is_different_address
    ? {
        address: sent.mailing_address ?? '',
        city_and_state_with_index: sent.city_and_state_with_index ?? '',
        country: sent.country ?? '',
      }
    : null;
  const { tin_number: tin = '', signature = '' } = sent;
  await keepW8ben(sql, { client, tin, country, mailing, signature, at: now, validUntil: w8benValidUntil(now) });
}
