import { useEffect } from 'react';

/** Puts an influencer's name, once it is known, before the title that their screen has by its route. */
export function useInfluencerTitle(screen: string, name: string | undefined): void {
  useEffect(() => {
    document.title = [name, screen, 'Velvet Rope'].filter(Boolean).join(' · ');
  }, [screen, name]);
}
