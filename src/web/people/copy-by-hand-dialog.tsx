import { Button } from '../ui/button.tsx';
import { Dialog, DialogActions } from '../ui/dialog.tsx';
import { TextField } from '../ui/field.tsx';
import type { DialogControl } from '../ui/use-dialog.ts';

interface CopyByHandDialogProps extends DialogControl {
  name: string;
  link: string;
}

/** For a browser that refused the clipboard: shows the login link, selected. */
export function CopyByHandDialog({ name, link, open, onClose }: CopyByHandDialogProps) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Copy the link by hand"
      description={`It signs ${name} in once, within the next 24 hours.`}
    >
      <div className="mt-5">
        <TextField
          label="Login link"
          readOnly
          value={link}
          onFocus={({ target }) => target.select()}
        />
      </div>
      <DialogActions>
        <Button variant="outline" onClick={onClose}>
          Close
        </Button>
      </DialogActions>
    </Dialog>
  );
}
