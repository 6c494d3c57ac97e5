import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { ArrowRight, UserRoundPlus } from 'lucide-react';
import { canConvert } from '../applications.rules.ts';
import type { ApplicationRow } from '../review.schema.ts';
import { useConvert } from './use-convert.ts';

type Converted = Pick<
  ApplicationRow,
  'id' | 'status' | 'fullName' | 'isConverted' | 'influencerId'
>;

type ApplicationConversionProps = {
  application: Converted;
  /** Whether it is what comes next, and not one of many. */
  isMain?: boolean;
};

/** What leads from an accepted application to its influencer: to be made, or made already. */
export function ApplicationConversion({ application, isMain }: ApplicationConversionProps) {
  const { mutate, isPending } = useConvert();
  const { id, fullName, influencerId } = application;
  if (influencerId) {
    return (
      <Button
        size={isMain ? 'compact-md' : 'compact-sm'}
        variant="default"
        radius="xl"
        rightSection={<ArrowRight size={15} aria-hidden="true" />}
        renderRoot={(props) => (
          <Link to="/influencers/$id" params={{ id: influencerId }} {...props} />
        )}
      >
        View influencer
      </Button>
    );
  }
  if (!canConvert(application)) return null;
  return (
    <Button
      size={isMain ? 'compact-md' : 'compact-sm'}
      variant={isMain ? 'filled' : 'default'}
      radius="xl"
      leftSection={<UserRoundPlus size={15} aria-hidden="true" />}
      aria-label={`Convert ${fullName} into an influencer`}
      loading={isPending}
      onClick={() => mutate(id)}
    >
      Convert
    </Button>
  );
}
