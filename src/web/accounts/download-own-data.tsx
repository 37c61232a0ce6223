import { errorMessage, useApiMutation } from '../api.ts';
import { saveFile } from '../ui/browser.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { toastError } from '../ui/toast.ts';

export function DownloadOwnData() {
  const download = useApiMutation('GET /api/account/data', {
    onSuccess: (data) => saveFile('my-data.json', JSON.stringify(data, null, 2)),
    onError: (error) =>
      toastError(errorMessage(error, 'Your data could not be downloaded. Please try again.')),
  });
  return (
    <Card as="section" aria-labelledby="own-data">
      <h2 id="own-data" className="font-display font-medium text-2xl leading-tight">
        Your data
      </h2>
      <p className="mt-3 text-muted">
        Everything the portal holds about you, as a file that other programs can read (JSON).
      </p>
      <Button
        variant="outline"
        className="mt-3 w-full sm:w-auto"
        pending={download.isPending}
        pendingText="Downloading..."
        onClick={() => download.mutate()}
      >
        Download my data
      </Button>
    </Card>
  );
}
