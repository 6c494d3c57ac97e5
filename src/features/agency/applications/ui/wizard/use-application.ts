import { useEffect, useState, type RefObject } from 'react';
import { call, client } from '#src/client/client.ts';
import { navigateAway } from '#src/ui/dialogs/navigate-away.ts';
import { toast } from '#src/ui/elements/toast.ts';
import { readBotTrap } from '#src/ui/forms/bot-trap.tsx';
import { useWizard } from '#src/ui/forms/use-wizard.ts';
import { applicationSchema, APPLICATION_SENT } from '../../applications.schema.ts';
import { APPLICATION, lacksContact } from './application-plan.ts';

/** Long enough to read; the next page repeats the text. */
const TOAST_MS = 1_500;
const LACKS_CONTACT = 'lacks-contact';

/** The state of the application form; `sent` while the thank-you page opens. */
export function useApplication(form: RefObject<HTMLFormElement | null>) {
  const [sent, setSent] = useState(false);
  const wizard = useWizard({
    plan: APPLICATION,
    form,
    send: (draft) =>
      call(
        client.api.applications.$post({
          json: { ...applicationSchema.parse(draft), ...readBotTrap(form.current!) },
        }),
      ),
    async onSent() {
      setSent(true);
      toast.success(APPLICATION_SENT.title, { description: APPLICATION_SENT.text });
      await new Promise((resolve) => setTimeout(resolve, TOAST_MS));
      await navigateAway('/thank-you');
    },
    fallbackMessage: 'Your application couldn’t be sent. Please try again.',
    onIncomplete(step, draft) {
      if (step !== 0 || !lacksContact(draft)) return;
      toast.error('Please fill in all required fields (Full Name, Email, Phone)', {
        id: LACKS_CONTACT,
      });
    },
  });
  const { step } = wizard;
  useEffect(() => {
    if (step > 0) toast.dismiss(LACKS_CONTACT);
  }, [step]);
  return { ...wizard, sent };
}
