import type { Sql } from '../../base/sql.ts';
import { countries } from '../../law/countries.ts';
import { regionProfileOf } from '../../law/regions/index.ts';
import type { BaseContext, ClientIdentity, Handlers } from '../../protocol/call.ts';
import {
  giveUpScanned,
  handOverScanned,
  isWhole,
  keepSide,
  mayScanIdentity,
  openScanned,
  papersNow,
  requireRoom,
  sidesOf,
  type VendorContext,
} from '../documents/face.ts';
import type { verificationContract } from './contract.ts';
import type { Needs } from './following.ts';
import { isRejectedForGood, keepScan, lastScan, lockOpenScan, setScan, type ScanFlow } from './store.ts';

type Calls = Handlers<typeof verificationContract>;
type Context = Pick<BaseContext<never>, 'now' | 'settings'> & { readonly sql: Sql; readonly client: ClientIdentity };

export const scannedTopic = 'verification.scanned';

/** A document is scanned here and read by the vendor: created, waiting for the pictures, completed or rejected (document 3 §4). */
export const scanCalls = (app: Needs) => ({ ...scanReads(app), ...scanSteps(app) });

function contextIn({ verification }: Needs) {
  return ({ client, now, settings }: Context): VendorContext => ({
    client: client.id,
    profile: client.profile,
    by: verification?.name ?? '',
    now,
    settings,
  });
}

function scanReads(app: Needs) {
  const contextOf = contextIn(app);
  return {
    async scanCountries(_input, { client }) {
      const isoOf = countries.filter(({ enabled }) => enabled).map(({ iso2 }) => iso2);
      return { countries: isoOf, document_types: [...regionProfileOf(client.profile).identityProofs] };
    },

    async scanStatus(_input, ctx) {
      const { sql, client } = ctx;
      const { word } = await papersNow(sql, { client: client.id, profile: client.profile, isByCard: false });
      const flow = await lastScan(sql, client.id);
      const mayScan = app.verification !== undefined && (await mayScanIdentity(sql, contextOf(ctx)));
      return { status: word, may_scan: mayScan, flow: flow ? await shownScan(sql, flow) : null };
    },
  } satisfies Partial<Calls>;
}

function scanSteps(app: Needs) {
  const contextOf = contextIn(app);
  return {
    async createFlow({ country, document_type: type }, ctx) {
      const { sql, client, now, refuse } = ctx;
      if (!app.verification) return refuse('verification_unavailable');
      if ((await lockOpenScan(sql, client.id))?.state === 'waiting') return refuse('scan_under_way');
      // Another way in is none for whom the vendor has rejected for good: the desk decides that.
      if (!(await mayScanIdentity(sql, contextOf(ctx))) || (await isRejectedForGood(sql, client.id)))
        return refuse('upload_disabled');
      if (!countries.some(({ iso2, enabled }) => enabled && iso2 === country))
        return refuse('scan_type_not_taken', { field: 'country' });
      if (!regionProfileOf(client.profile).identityProofs.includes(type))
        return refuse('scan_type_not_taken', { field: 'document_type' });
      return { flow: await shownScan(sql, await keepScan(sql, { client: client.id, country, type, at: now })) };
    },

    async moveToWaiting(_input, ctx) {
      const { sql, client, now, refuse } = ctx;
      const flow = await lockOpenScan(sql, client.id);
      if (!flow) return refuse('scan_not_there');
      // Asked once more it is the same.
      if (flow.state === 'waiting') return { flow: await shownScan(sql, flow) };
      if (!(await mayScanIdentity(sql, contextOf(ctx)))) return refuse('upload_disabled');
      const document = await openScanned(sql, contextOf(ctx));
      return { flow: await shownScan(sql, await setScan(sql, { id: flow.id, state: 'waiting', document, at: now })) };
    },

    async scanPicture({ side, file }, ctx) {
      const { sql, client, refuse } = ctx;
      const flow = await lockOpenScan(sql, client.id);
      if (flow?.state !== 'waiting' || flow.documentId === null) return refuse('scan_not_there', { field: 'file' });
      await requireRoom({ file }, ctx);
      await keepSide(sql, { id: flow.documentId, side, file });
      return { flow: await shownScan(sql, flow) };
    },

    async completeFlow(_input, ctx) {
      const { sql, client, now, refuse } = ctx;
      const flow = await lockOpenScan(sql, client.id);
      if (flow?.state !== 'waiting' || flow.documentId === null) return refuse('scan_not_there');
      const there = (await sidesOf(sql, flow.documentId)).map(({ side }) => side);
      if (!isWhole(sidesAsked(flow), there)) return refuse('scan_side_missing');
      await handOverScanned(sql, flow.documentId, contextOf(ctx));
      await ctx.tell({ topic: scannedTopic, key: `scan:${flow.id}:completed`, clientId: client.id, payload: { scan: flow.id } });
      return { flow: await shownScan(sql, await setScan(sql, { id: flow.id, state: 'completed', document: null, at: now })) };
    },

    async rejectFlow(_input, ctx) {
      const { sql, client, now, refuse } = ctx;
      const flow = await lockOpenScan(sql, client.id);
      if (!flow) return refuse('scan_not_there');
      if (flow.documentId !== null) await giveUpScanned(sql, flow.documentId, contextOf(ctx));
      return { flow: await shownScan(sql, await setScan(sql, { id: flow.id, state: 'rejected', document: null, at: now })) };
    },
  } satisfies Partial<Calls>;
}

/** A passport has one page that counts, cards have two sides. */
export function sidesAsked({ type }: Pick<ScanFlow, 'type'>): ('front' | 'reverse')[] {
  return type === 'passport' ? ['front'] : ['front', 'reverse'];
}

async function shownScan(sql: Sql, flow: ScanFlow) {
  const there = flow.documentId === null ? [] : await sidesOf(sql, flow.documentId);
  return {
    id: flow.id,
    state: flow.state,
    country: flow.country,
    document_type: flow.type,
    sides: sidesAsked(flow),
    scanned: there.map(({ side }) => side),
  };
}
