import { queryOptions, useQuery } from '@tanstack/react-query';
import { call, client } from '#src/client/client.ts';
import { InlineError } from '#src/ui/page/notice.tsx';
import styles from './portfolio-pictures.module.css';

const picturesQuery = (id: string) =>
  queryOptions({
    queryKey: ['application-pictures', id],
    queryFn: () => call(client.api.applications[':id'].pictures.$get({ param: { id } })),
    staleTime: 0,
  });

/** The photos that an applicant added to an application; nothing if there are none. */
export function PortfolioPictures({ applicationId }: { applicationId: string }) {
  const { data, error, refetch, isFetching } = useQuery(picturesQuery(applicationId));
  if (error && !data) {
    return <InlineError text={error.message} isBusy={isFetching} onRetry={() => void refetch()} />;
  }
  if (!data || data.pictures.length === 0) return null;
  return (
    <section className={styles.portfolio}>
      <h3>Photos</h3>
      <ul>
        {data.pictures.map(({ id, fileName }) => (
          <li key={id}>
            <a href={`/application/pictures/${id}`} target="_blank" rel="noopener">
              <img src={`/application/pictures/${id}`} alt={fileName} loading="lazy" />
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
