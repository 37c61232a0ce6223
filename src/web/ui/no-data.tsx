import { Button } from './button.tsx';
import { DialogActions } from './dialog.tsx';

interface NoDataProps {
  children: string;
  onClose: () => void;
}

/** In a dialog in place of its form, when there is nothing to fill it with. */
export function NoData({ children, onClose }: NoDataProps) {
  return (
    <>
      <p className="mt-4 font-semibold">{children}</p>
      <DialogActions>
        <Button variant="outline" onClick={onClose}>
          Close
        </Button>
      </DialogActions>
    </>
  );
}
