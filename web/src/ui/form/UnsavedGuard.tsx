import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import { useEffect, useId, useRef, useState } from "react";
import { useBlocker } from "react-router";
import { addDrawer, addForm, dirtyForms, leavesDirty, topDrawer, useGuarded } from "./guarded.ts";

type AskProps = {
  open: boolean;
  /** Saves; true when it worked and one may leave. */
  onSave: () => Promise<boolean>;
  onDiscard: () => void;
  /** Closing the question cancels the navigation (core §9). */
  onCancel: () => void;
};

/** The question before unsaved changes are lost: save and leave, discard, or stay. */
export const AskUnsaved = ({ open, onSave, onDiscard, onCancel }: AskProps) => {
  const [saving, setSaving] = useState(false);
  const save = async () => {
    setSaving(true);
    const saved = await onSave().finally(() => setSaving(false));
    if (!saved) onCancel();
  };
  return (
    <Dialog open={open} onClose={onCancel} aria-labelledby="unsaved-title">
      <DialogTitle id="unsaved-title">Leave with unsaved changes?</DialogTitle>
      <DialogContent>Your changes are not saved yet.</DialogContent>
      <DialogActions sx={{ flexWrap: "wrap", rowGap: 1 }}>
        <Button color="error" variant="text" onClick={onDiscard} sx={{ mr: "auto" }}>
          Discard
        </Button>
        <Button onClick={onCancel}>Keep editing</Button>
        <Button variant="contained" color="primary" loading={saving} onClick={save} autoFocus sx={{ whiteSpace: "nowrap" }}>
          Save and leave
        </Button>
      </DialogActions>
    </Dialog>
  );
};

type GuardProps = {
  dirty: boolean;
  onSave: () => Promise<boolean> /** Addresses of the same form, by their beginning. */;
  within?: string;
};

/** Stands in a form: while it is dirty, going elsewhere asks first. Several may stand on one page. */
export const UnsavedGuard = ({ dirty, onSave, within }: GuardProps) => {
  const id = useId();
  const now = useRef({ dirty, onSave });
  now.current = { dirty, onSave };
  useEffect(() => addForm({ id, dirty: () => now.current.dirty, save: () => now.current.onSave(), within }), [id, within]);
  useEffect(() => {
    if (!dirty) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", warn);
    return () => window.removeEventListener("beforeunload", warn);
  }, [dirty]);
  return <Speaker id={id} />;
};

/** Stands in an open drawer that has no address of its own: the back key closes it, as its cross does, and leaves the page where it is. */
export const BackCloses = ({ onClose }: { onClose: () => void }) => {
  const id = useId();
  const now = useRef(onClose);
  now.current = onClose;
  useEffect(() => addDrawer({ id, close: () => now.current() }), [id]);
  return <Speaker id={id} />;
};

const Speaker = ({ id }: { id: string }) => {
  const speaks = useGuarded(({ forms, drawers }) => (drawers[0] ?? forms[0])?.id === id);
  return speaks ? <Blocker /> : null;
};

/** Once the page has taken in what was saved. */
const drawn = (): Promise<unknown> => new Promise(requestAnimationFrame);

const Blocker = () => {
  const closes = useRef(false);
  // Whoever is signed out has nothing left to save, and nothing to see here.
  const blocker = useBlocker(({ currentLocation, nextLocation, historyAction }) => {
    if (useGuarded.getState().released) return false;
    closes.current = historyAction === "POP" && topDrawer() !== undefined;
    return closes.current || (currentLocation.pathname !== nextLocation.pathname && leavesDirty(nextLocation.pathname));
  });
  useEffect(() => {
    if (blocker.state !== "blocked" || !closes.current) return;
    blocker.reset();
    topDrawer()?.close();
  }, [blocker]);
  /** The innermost first: what a drawer hands to the page behind it is saved with the page. */
  const saveAndGo = async () => {
    const saved = new Set<string>();
    const next = () => dirtyForms().findLast(({ id }) => !saved.has(id));
    for (let form = next(); form; form = next()) {
      if (!(await form.save())) return false;
      saved.add(form.id);
      await drawn();
    }
    blocker.proceed?.();
    return true;
  };
  return (
    <AskUnsaved
      open={blocker.state === "blocked" && !closes.current}
      onSave={saveAndGo}
      onDiscard={() => blocker.proceed?.()}
      onCancel={() => blocker.reset?.()}
    />
  );
};
