import { ScreenHead, Stack } from '../../../ui/components/Card.tsx';
import { BackLink } from '../../../ui/page/BackLink.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import { pageLinks } from '../../../protocol/pageLinks.ts';
import { Erasure } from './Erasure.tsx';
import { Files } from './Files.tsx';
import { Retention } from './Retention.tsx';

/** What is kept of the client: to be taken along, for how long and why. */
export default function PersonalData() {
  const { t } = useWords();
  return (
    <>
      <ScreenHead
        back={<BackLink to={{ page: pageLinks.profile }}>{t('nav.profile')}</BackLink>}
        title={t('personalData.title')}
        text={t('personalData.text')}
      />
      <Stack>
        <Files />
        <Retention />
        <Erasure />
      </Stack>
    </>
  );
}
