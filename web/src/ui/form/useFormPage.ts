import { type FormEvent, useCallback } from "react";
import type { FieldValues, UseFormReturn } from "react-hook-form";
import { stoppedByUnread } from "../inputs/unread.ts";
import { showFieldErrors } from "./DrawerForm.tsx";

/**
 * A form on a page: saves, keeps what was typed when saving fails or was decided against (false), and puts the server's complaints beside their fields.
 */
export const useFormPage = <T extends FieldValues>(form: UseFormReturn<T>, onSave: (values: T) => Promise<unknown>) => {
  const save = useCallback(async (): Promise<boolean> => {
    if (stoppedByUnread()) return false;
    let saved = false;
    await form.handleSubmit(async (values) => {
      try {
        if ((await onSave(values)) === false) return;
        saved = true;
        form.reset(values);
      } catch (error) {
        showFieldErrors(form, error);
      }
    })();
    return saved;
  }, [form, onSave]);
  const submit = useCallback(
    (event: FormEvent) => {
      event.preventDefault();
      void save();
    },
    [save],
  );
  const { isDirty, isSubmitting } = form.formState;
  return { save, submit, dirty: isDirty && !isSubmitting, busy: isSubmitting };
};
