import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import { type FormEvent, type ReactNode, useId, useRef, useState } from "react";
import type { FieldValues, Path, UseFormReturn } from "react-hook-form";
import { fieldErrors } from "../feedback/call-errors.ts";
import { sentence } from "../format/text.ts";
import { stoppedByUnread } from "../inputs/unread.ts";
import { SideDrawer } from "../page/SideDrawer.tsx";
import { placeIn } from "./place-in.ts";
import { AskUnsaved, UnsavedGuard } from "./UnsavedGuard.tsx";

/** Puts what the server found wrong with single fields beside them; true when there was any. */
export const showFieldErrors = <T extends FieldValues>(form: UseFormReturn<T>, error: unknown): boolean => {
  const known = Object.entries(fieldErrors(error)).flatMap(([name, message]) => {
    const place = placeIn(form.getValues(), name);
    return place === undefined ? [] : [{ place, message: sentence(message) }];
  });
  for (const { place, message } of known) form.setError(place as Path<T>, { type: "server", message });
  return known.length > 0;
};

type Props<T extends FieldValues> = {
  open: boolean;
  title: string;
  form: UseFormReturn<T>;
  /** Throws when saving failed; the drawer then stays open with everything in it. */
  onSave: (values: T) => Promise<unknown>;
  onClose: () => void;
  /** Instead of only closing after a save: gets what `onSave` answered. */
  onSaved?: (answer: unknown) => void;
  /** Names the effect: "Add client", "Save changes". */
  saveLabel: string;
  /** While there is nothing that could be saved. */
  disabled?: boolean;
  /** At the left of the foot, for example "Delete". */
  aside?: ReactNode;
  width?: number;
  addressed?: boolean;
  children: ReactNode;
};

/** A form in a drawer. Enter saves, Esc closes, and unsaved changes are asked about. */
export const DrawerForm = <T extends FieldValues>({
  open,
  title,
  form,
  onSave,
  onClose,
  onSaved,
  saveLabel,
  disabled = false,
  aside,
  width,
  addressed = false,
  children,
}: Props<T>) => {
  const id = useId();
  const [asking, setAsking] = useState(false);
  const answer = useRef<unknown>(undefined);
  const { isDirty, isSubmitting } = form.formState;

  const save = async (): Promise<boolean> => {
    if (stoppedByUnread()) return false;
    let saved = false;
    await form.handleSubmit(async (values) => {
      try {
        answer.current = await onSave(values);
        saved = true;
        form.reset(values);
      } catch (error) {
        showFieldErrors(form, error);
      }
    })();
    return saved;
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    if (!(await save())) return;
    if (onSaved) onSaved(answer.current);
    else onClose();
  };
  const leave = () => {
    setAsking(false);
    form.reset();
    onClose();
  };
  const saveAndLeave = async () => {
    const saved = await save();
    if (saved) leave();
    return saved;
  };

  return (
    <SideDrawer
      open={open}
      title={title}
      width={width ?? 440}
      addressed={addressed}
      onClose={() => (isDirty ? setAsking(true) : onClose())}
      footer={
        <>
          {aside}
          <Button
            variant="contained"
            color="primary"
            size="large"
            type="submit"
            form={id}
            disabled={disabled}
            loading={isSubmitting}
            sx={{ ml: "auto", flex: { xs: 1, md: "none" } }}
          >
            {saveLabel}
          </Button>
        </>
      }
    >
      <Box
        component="form"
        id={id}
        noValidate
        onSubmit={submit}
        sx={{ display: "grid", gridTemplateColumns: "minmax(0, 1fr)", gap: 2, p: 2.25 }}
      >
        {children}
      </Box>
      <UnsavedGuard dirty={open && isDirty && !isSubmitting} onSave={save} />
      <AskUnsaved open={asking} onSave={saveAndLeave} onDiscard={leave} onCancel={() => setAsking(false)} />
    </SideDrawer>
  );
};
