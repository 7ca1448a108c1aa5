import { createHash } from 'node:crypto';
import { formatMinor, parseMinor } from '../../base/money.ts';
import { goldVaultKeys } from '../../law/goldVaults.ts';
import type { ObjectStorage } from '../../ports/storage/port.ts';
import type { ContextOf, Handlers } from '../../protocol/call.ts';
import { askApproval, onlyAsked } from '../approvals/face.ts';
import { closeCase, isClaimedByOther } from '../cases/face.ts';
import { keepFile, objectOf } from '../files/face.ts';
import { differencesQueue } from '../platformOperations/face.ts';
import { checkVault, ownedIn, vaultSubject } from './checking.ts';
import type { vaultsContract } from './contract.ts';
import { readVaultStatement } from './messages.ts';
import { buyAction, type BuyPayload } from './perform.ts';
import { companiesOf } from './companies.ts';
import { readGrams } from './rules.ts';
import { grams, shownBar, shownCheck, shownStatement } from './shown.ts';
import { stockCurrency } from './stock.ts';
import { addStatement, barsAt, barsListed, isPurchaseKnown, knownBars, latestChecks, latestStatements } from './store.ts';

type Calls = Handlers<typeof vaultsContract>;
type BuyContext = ContextOf<(typeof vaultsContract)['calls']['buy']>;
type BuyInput = Parameters<Calls['buy']>[0];

const mostListed = 30;
const barsPage = 50;

interface Needs {
  readonly storage: ObjectStorage;
}

export const calls = (app: Needs) => ({ ...reading(), ...stocking(app) }) satisfies Calls;

function reading() {
  return {
    async vaults(_input, { sql, now }) {
      const vaults = goldVaultKeys.map(async (vault) => {
        const [statement] = await latestStatements(sql, 1, vault);
        const [check] = await latestChecks(sql, 1, vault);
        const { count, weight } = await barsAt(sql, vault, now);
        return {
          vault,
          companies: companiesOf(vault),
          clients: grams(await ownedIn(sql, vault, now)),
          bars: { count, weight: grams(weight) },
          statement: statement ? shownStatement(statement) : null,
          check: check ? shownCheck(check) : null,
        };
      });
      return {
        vaults: await Promise.all(vaults),
        statements: (await latestStatements(sql, mostListed)).map(shownStatement),
        checks: (await latestChecks(sql, mostListed)).map(shownCheck),
      };
    },

    async bars({ vault, after }, { sql }) {
      const before = after === undefined ? undefined : Number(after);
      const bars = await barsListed(sql, { vault, before, limit: barsPage + 1 });
      const page = bars.slice(0, barsPage);
      return { bars: page.map(shownBar), next: bars.length > barsPage ? String(page.at(-1)?.id) : null };
    },
  } satisfies Partial<Calls>;
}

function stocking({ storage }: Needs) {
  return {
    async import({ file }, ctx) {
      const raw = await bytesOf(storage, file);
      const read = readVaultStatement(raw);
      if (typeof read === 'string') return ctx.refuse('not_a_vault_statement', { field: 'file', values: { at: read } });
      // A day that has not come would be the newest until then, whatever is told of those between.
      if (read.asOf > ctx.now) return ctx.refuse('not_a_vault_statement', { field: 'file', values: { at: 'asOf' } });
      return ctx.transact(async (sql) => {
        const digest = createHash('sha256').update(raw).digest();
        const added = { ...read, digest, broughtBy: ctx.staff.actor, fileId: file.id, importedAt: ctx.now };
        const statement = (await addStatement(sql, added)) ?? ctx.refuse('statement_known', { field: 'file' });
        const subject = `gold_statement:${statement.id}`;
        await keepFile(sql, file, subject);
        const check = await checkVault(sql, { vault: read.vault, now: ctx.now, settings: ctx.settings });
        const after = { vault: read.vault, number: read.number };
        await ctx.record({ subject, before: null, after, detail: { sha256: file.sha256 } }, sql);
        return { statement: shownStatement(statement), check: check ? shownCheck(check) : null };
      });
    },

    async buy(input, ctx) {
      const payload = await purchaseOf(input, ctx);
      const { vault, company, reference, cost, weight, bars } = payload;
      const after = {
        vault,
        company,
        reference,
        cost: `${formatMinor(BigInt(cost), stockCurrency)} ${stockCurrency}`,
        weight: `${grams(BigInt(weight))} g`,
        bars: bars.map((bar) => `${bar.refiner} ${bar.serial}: ${grams(BigInt(bar.weight))} g`),
      };
      const about = { subject: vaultSubject(vault), before: {}, after };
      const { reason } = input;
      const approval = await askApproval(ctx.sql, {
        kind: 'money',
        action: buyAction,
        ...about,
        payload,
        reason,
        staff: ctx.staff,
        at: ctx.now,
      });
      await ctx.record({ ...about, ...onlyAsked(about, approval.id) });
      return { approval };
    },

    async explain({ vault }, ctx) {
      const [queue, subject] = [differencesQueue.name, vaultSubject(vault)];
      if (await isClaimedByOther(ctx.sql, { queue, subject, staffId: ctx.staff.id, now: ctx.now }))
        return ctx.refuse('case_claimed', { field: 'vault' });
      const explained = await closeCase(ctx.sql, { queue, subject, outcome: 'explained', at: ctx.now });
      if (!explained) return ctx.refuse('not_waiting', { field: 'vault' });
      await ctx.record({ subject, before: { case: 'waiting' }, after: { case: 'explained' } });
      return { explained };
    },
  } satisfies Partial<Calls>;
}

/** What is to be bought, looked at as far as it can be before a second person does. */
async function purchaseOf(input: BuyInput, { sql, refuse }: BuyContext): Promise<BuyPayload> {
  const { vault, company, reference, bars: listed, grams: bare } = input;
  if (!companiesOf(vault).includes(company)) return refuse('vault_of_others', { field: 'company' });
  const cost = parseMinor(input.cost, stockCurrency);
  if (cost === undefined || cost <= 0n) return refuse('bad_amount', { field: 'cost' });
  if ((listed === undefined) === (bare === undefined)) return refuse('field_required', { field: 'grams' });
  if (await isPurchaseKnown(sql, vault, reference)) return refuse('purchase_known', { field: 'reference' });
  const bars = (listed ?? []).map((bar) => {
    const weight = readGrams(bar.grams) ?? refuse('bad_weight', { field: 'bars', values: { serial: bar.serial } });
    return { refiner: bar.refiner, serial: bar.serial, weight };
  });
  const [known = twice(bars)] = await knownBars(sql, bars);
  if (known !== undefined) return refuse('bar_known', { field: 'bars', values: { serial: known } });
  const weight =
    bare === undefined
      ? bars.reduce((sum, bar) => sum + bar.weight, 0n)
      : (readGrams(bare) ?? refuse('bad_weight', { field: 'grams', values: { serial: '' } }));
  return {
    vault,
    company,
    reference,
    cost: String(cost),
    weight: String(weight),
    bars: bars.map((bar) => ({ ...bar, weight: String(bar.weight) })),
  };
}

/** The serial of a bar that stands in the list two times. */
function twice(bars: readonly { readonly refiner: string; readonly serial: string }[]): string | undefined {
  const seen = new Set<string>();
  return bars.find(({ refiner, serial }) => seen.size === seen.add(`${refiner}\n${serial}`).size)?.serial;
}

async function bytesOf(storage: ObjectStorage, { id }: { readonly id: string }): Promise<Uint8Array> {
  const answer = await storage.get(objectOf(id));
  if (answer.outcome !== 'found') throw new Error(`the store did not give the statement ${id}`);
  const pieces: Uint8Array[] = [];
  for await (const piece of answer.object.body) pieces.push(piece);
  return Buffer.concat(pieces);
}
