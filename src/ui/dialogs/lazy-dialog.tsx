import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react';

type Openable = { opened: boolean };

/** A dialog whose code loads when it opens for the first time. */
export function lazyDialog<Props extends Openable>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  // A dialog returns the focus only to what had it when `opened` changed.
  const Dialog = lazy(async () => {
    const Loaded = await load();
    return {
      default: function MountedDialog(props: Props) {
        const [isMounted, setIsMounted] = useState(false);
        useEffect(() => setIsMounted(true), []);
        return <Loaded {...props} opened={props.opened && isMounted} />;
      },
    };
  });
  return function LazyDialog(props: Props) {
    const [wasOpened, setWasOpened] = useState(props.opened);
    if (props.opened && !wasOpened) setWasOpened(true);
    if (!wasOpened) return null;
    return (
      <Suspense>
        <Dialog {...props} />
      </Suspense>
    );
  };
}
