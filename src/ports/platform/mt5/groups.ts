import type { Answer, Platform } from '../port.ts';
import type { Line } from './line.ts';
import { Fields, recordsOf } from './messages.ts';

type Group = Extract<Awaited<ReturnType<Platform['groups']>>, { readonly outcome: 'done' }>['groups'][number];

const groupsMost = 10_000;
/** So many are asked for at once: the sessions of the pool and what waits for them. */
const atOnce = 32;

/** The server names its groups one by one, by their place (GROUP_TOTAL, GROUP_NEXT). */
export function groupCalls(line: Line): Pick<Platform, 'groups'> {
  return {
    async groups() {
      const counted = await line.read({ path: '/api/group/total', query: {} }, (fields) => ({
        total: new Fields(fields.value('answer')).whole('total'),
      }));
      if (counted.outcome !== 'done') return counted;
      const total = Math.min(counted.total, groupsMost);
      const groups: Group[] = [];
      for (let from = 0; from < total; from += atOnce) {
        const places = Array.from({ length: Math.min(atOnce, total - from) }, (_each, at) => from + at);
        for (const answer of await Promise.all(places.map((index) => groupAt(line, index)))) {
          if (answer.outcome === 'done') groups.push(answer.group);
          // One has gone since they were counted.
          else if (answer.outcome === 'unknown' || answer.code !== 'not_found') return answer;
        }
      }
      return { outcome: 'done', groups };
    },
  };
}

function groupAt(line: Line, index: number): Promise<Answer<{ readonly group: Group }>> {
  return line.read({ path: '/api/group/next', query: { index: String(index) } }, (fields) => {
    const record = new Fields(fields.value('answer'));
    const modes = recordsOf(record.value('Symbols') ?? []).map((symbol) => symbol.text('TradeMode'));
    return {
      group: { name: record.text('Group'), closesOnly: modes.length > 0 && modes.every((mode) => opensNothing.has(mode)) },
    };
  });
}

/** EnTradeMode: TRADE_DISABLED, TRADE_CLOSEONLY. */
const opensNothing = new Set(['0', '3']);
