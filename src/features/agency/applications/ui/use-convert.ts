import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { toast } from '#src/ui/elements/toast.ts';
import { canConvert } from '../applications.rules.ts';
import { applicationQuery, refreshApplications } from './applications-queries.ts';
import { storeConversion } from './converted-application.ts';

/** Opens the Create Influencer dialog with the current state of an accepted application. */
export function useConvert() {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: async (id: string) => {
      const application = await queryClient.fetchQuery({ ...applicationQuery(id), staleTime: 0 });
      if (!canConvert(application)) throw new Error('This application has already been converted');
      storeConversion(application);
      await navigate({ to: '/influencers', search: { action: 'create', fromApplication: true } });
    },
    onError: (error) => {
      toast.error('Error', { description: error.message });
      void refreshApplications(queryClient);
    },
  });
}
