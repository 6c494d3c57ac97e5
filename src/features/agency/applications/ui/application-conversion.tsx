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
  /** Whether it is the main action. */
  isMain?: boolean;
};

/** A link from an accepted application to its influencer, or a button to create one. */
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
