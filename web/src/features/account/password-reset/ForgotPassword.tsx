import Button from "@mui/material/Button";
import { useState } from "react";
import { useNavigate } from "react-router";
import { pathTo } from "../../../app/routes/paths.ts";
import { toast } from "../../../ui/feedback/toast.ts";
import { all, email as isEmail, required } from "../../../ui/format/validate.ts";
import { TextInput } from "../../../ui/inputs/TextInput.tsx";
import { TextLink } from "../../../ui/links/Link.tsx";
import { AuthFrame } from "../shared/sign-in/AuthFrame.tsx";
import { AuthForm, authApi, useTexts } from "../shared/sign-in/auth-form.tsx";
import { password as isPassword } from "../shared/sign-in/password.ts";

type Step = "email" | "code" | "password";

const words: Record<Step, { title: string; lead: string; button: string }> = {
  email: { title: "Reset your password", lead: "We send a code to your email address.", button: "Send the code" },
  code: {
    title: "Enter the code",
    lead: "If the address has an account, a six-digit code is on its way. It is valid for 10 minutes.",
    button: "Check the code",
  },
  password: { title: "Choose a new password", lead: "Your other devices will be signed out.", button: "Set the new password" },
};

const checks = { email: all(required("Email"), isEmail), code: required("The code"), password: isPassword };

/** Send the e-mail, check the code, set the new password (core §7). */
const ForgotPassword = () => {
  const navigate = useNavigate();
  const [step, setStep] = useState<Step>("email");
  const form = useTexts({ email: "", code: "", password: "" }, checks);
  const email = form.values.email.trim();
  const code = form.values.code.trim();

  const submit = form.submit([step], async () => {
    const api = await authApi();
    if (step === "email") {
      const { error } = await api.sendCode(email);
      if (error === undefined) setStep("code");
      return error;
    }
    if (step === "code") {
      const { error } = await api.checkCode(email, code);
      if (error === undefined) setStep("password");
      return error;
    }
    const { error } = await api.resetPassword(email, code, form.values.password);
    if (error !== undefined) return error;
    toast.success("Your password is changed. Sign in with the new one.");
    void navigate(pathTo("/sign_in", {}, { email }), { replace: true });
    return undefined;
  });

  const again = form.submit(["email"], async () => {
    const { error } = await (await authApi()).sendCode(email);
    if (error === undefined) toast.success("A new code is on its way. The earlier one no longer works.");
    return error;
  });

  const { title, lead, button } = words[step];
  return (
    <AuthFrame title={title} lead={lead} foot={<TextLink to="/sign_in">Back to sign in</TextLink>}>
      <AuthForm
        onSubmit={submit}
        error={form.error}
        busy={form.busy}
        button={button}
        after={
          step === "code" && (
            <Button variant="text" onClick={() => void again()} disabled={form.busy}>
              Send a new code
            </Button>
          )
        }
      >
        {step === "email" && <TextInput {...form.field("email")} label="Email" type="email" autoComplete="username" autoFocus />}
        {step === "code" && <TextInput {...form.field("code")} label="Code" autoComplete="one-time-code" autoFocus />}
        {step === "password" && (
          <TextInput
            {...form.field("password")}
            label="New password"
            type="password"
            autoComplete="new-password"
            autoFocus
            help="At least 8 characters."
          />
        )}
      </AuthForm>
    </AuthFrame>
  );
};

export default ForgotPassword;
