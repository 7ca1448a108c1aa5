import { clientId } from '../../base/id.ts';
import type { Handlers } from '../../protocol/call.ts';
import { clientById } from '../session/face.ts';
import type { prepaidCardsContract } from './contract.ts';
import { cardTopic } from './jobs.ts';
import { isOver } from './phases.ts';
import { readCardSearch } from './rules.ts';
import { cardAtDesk } from './shown.ts';
import { cardsListed, cardsOf, lockCard, setHeld, tellLater } from './store.ts';
import { tellPayouts } from './toppingUp.ts';

const listed = 50;

export const deskCalls = () =>
  ({
    async list({ phase, search, after }, ctx) {
      const before = after === undefined ? undefined : Number(after);
      const found = await cardsListed(ctx.sql, { phase, search: readCardSearch(search), before, limit: listed + 1 });
      const page = found.slice(0, listed);
      await ctx.record({ subject: 'prepaid_cards', detail: { search: search ?? '', ...(phase && { phase }) } });
      return { cards: page.map(cardAtDesk), next: found.length > listed ? String(page.at(-1)?.id ?? '') : null };
    },

    async ofClient({ client_id: asked }, ctx) {
      const client =
        (await clientById(ctx.sql, clientId(Number(asked)))) ?? ctx.refuse('client_not_found', { field: 'client_id' });
      const cards = await cardsOf(ctx.sql, client.id);
      await ctx.record({ subject: `client:${client.id}`, clientId: client.id });
      return { cards: cards.map(cardAtDesk) };
    },

    async hold({ id: asked, held }, ctx) {
      const { sql, now } = ctx;
      const id = Number(asked);
      const card = (await lockCard(sql, id)) ?? ctx.refuse('prepaid_card_not_found', { field: 'id' });
      if (held && card.isHeld) return ctx.refuse('prepaid_card_is_held', { field: 'id' });
      if (!held && !card.isHeld) return ctx.refuse('prepaid_card_not_held', { field: 'id' });
      if (isOver(card.phase) || card.isForgotten) return ctx.refuse('prepaid_card_ended', { field: 'id' });
      await setHeld(sql, { id, isHeld: held, at: now });
      const changed = { ...card, isHeld: held, wantsBlocked: held ? true : card.wantsBlocked };
      await tellPayouts(sql, changed, now);
      const key = `${cardTopic}:${id}:${held ? 'hold' : 'give_back'}:${now.getTime()}`;
      await tellLater(sql, { topic: cardTopic, key, payload: { id }, at: now });
      await ctx.tell({ topic: 'live', clientId: card.clientId, payload: { topics: ['prepaidCards'] } });
      const [before, after] = [{ is_held: card.isHeld }, { is_held: held }];
      await ctx.record({ subject: `prepaid_card:${id}`, clientId: card.clientId, before, after });
      return { card: cardAtDesk(changed) };
    },
  }) satisfies Partial<Handlers<typeof prepaidCardsContract>>;
