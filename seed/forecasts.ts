import { bringForecast } from '../src/areas/forecasts/face.ts';
import type { Sql } from '../src/base/sql.ts';
import { dayAgo } from './plan.ts';

const texts = [
  [
    'en',
    'The year in currencies',
    'Interest rates of the large central banks come closer to each other again, so that differences between them move exchange rates less than in the years before.\n\nWe look for wide ranges rather than for trends, and for gold to hold what it has gained as long as real rates do not rise.',
  ],
  [
    'ar',
    'عام العملات',
    'تعود أسعار الفائدة لدى البنوك المركزية الكبرى إلى التقارب، فتحرّك الفروق بينها أسعار الصرف أقل من الأعوام السابقة.\n\nنتوقع نطاقات واسعة أكثر من اتجاهات، وأن يحافظ الذهب على مكاسبه ما لم ترتفع الفوائد الحقيقية.',
  ],
  [
    'zh',
    '全年货币展望',
    '各大央行的利率再次趋近，利差对汇率的影响小于往年。\n\n我们预计行情以宽幅震荡为主，而非单边趋势；只要实际利率不上升，黄金将守住涨幅。',
  ],
] as const;

/** What the analyst expects of this year. */
export async function seedForecasts(sql: Sql, now: Date): Promise<void> {
  const postedAt = dayAgo(now, 20);
  for (const [language, title, text] of texts) {
    const of = { year: now.getUTCFullYear(), period: 'year', language, title, text } as const;
    await bringForecast(sql, { ...of, postedBy: 'analyst', postedAt });
  }
}
