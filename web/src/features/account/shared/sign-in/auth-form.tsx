import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import { type FormEvent, type ReactNode, useRef, useState } from "react";
import type { Check } from "../../../../ui/format/validate.ts";
import type { TextInputProps } from "../../../../ui/inputs/TextInput.tsx";
import { keepTyped, withTyped } from "./typed.ts";

export const authApi = () => import("../../../../app/session/auth-api.ts");

type Fields = Record<string, string>;

/** A small form of texts: what is in it, what is wrong with it, whether it is being sent. */
export const useTexts = <T extends Fields>(start: T, checks: Partial<Record<keyof T, Check>>) => {
  const [values, setValues] = useState(() => withTyped(start));
  const [wrong, setWrong] = useState<Partial<Record<keyof T, string>>>({});
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const warmed = useRef(false);

  const check = (names: (keyof T)[]): boolean => {
    const found = names.flatMap((name) => {
      const complaint = checks[name]?.(values[name] as string);
      return complaint ? [[name, complaint] as const] : [];
    });
    setWrong(Object.fromEntries(found) as Partial<Record<keyof T, string>>);
    return found.length === 0;
  };

  /** Sends the fields named, if they are right; `send` answers what went wrong, or nothing. */
  const submit = (names: (keyof T)[], send: () => Promise<string | undefined>) => async (event?: FormEvent) => {
    event?.preventDefault();
    if (busy || !check(names)) return;
    setBusy(true);
    setError(undefined);
    try {
      setError(await send());
    } catch {
      setError("This page could not reach Leashline. Check the connection and try again.");
    } finally {
      setBusy(false);
    }
  };

  const field = (name: keyof T & string): Pick<TextInputProps, "name" | "value" | "onChange" | "error"> => ({
    name,
    value: values[name] as string,
    ...(wrong[name] && { error: wrong[name] }),
    onChange: (value) => {
      // The first keystroke says that calls will follow.
      if (!warmed.current) void authApi().catch(() => {});
      warmed.current = true;
      keepTyped(name, value);
      setValues((old) => ({ ...old, [name]: value }));
      setWrong((old) => ({ ...old, [name]: undefined }));
    },
  });

  return { values, field, error, busy, submit, setError };
};

type FormProps = {
  onSubmit: (event: FormEvent) => void;
  error: string | undefined;
  busy: boolean;
  button: string;
  children: ReactNode;
  after?: ReactNode;
};

export const AuthForm = ({ onSubmit, error, busy, button, children, after }: FormProps) => (
  <Box component="form" noValidate onSubmit={onSubmit} sx={{ display: "grid", gap: 2 }}>
    {error && (
      <Box role="alert" sx={{ px: 2, py: 1.5, borderRadius: 1, bgcolor: "tone.bad.soft", color: "tone.bad.main" }}>
        {error}
      </Box>
    )}
    {children}
    <Button type="submit" variant="contained" color="primary" size="large" loading={busy}>
      {button}
    </Button>
    {after}
  </Box>
);
