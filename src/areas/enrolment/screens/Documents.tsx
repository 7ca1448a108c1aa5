import { DocumentList } from '../../../ui/components/DocumentList.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import type { EnrolmentDetails } from '../contract.ts';

export function Documents({ terms }: Pick<EnrolmentDetails, 'terms'>) {
  const { t } = useWords();
  return <DocumentList documents={terms.documents} nameOf={(key) => t(`opening.document.${key}`)} />;
}
