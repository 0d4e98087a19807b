import Button from "@mui/material/Button";
import { useEffect, useState } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { maybeSignedIn } from "../../app/session-note.ts";
import { required } from "../../ui/format/validate.ts";
import { TextLink } from "../../ui/Link.tsx";
import { TextInput } from "../../ui/TextInput.tsx";
import { AuthFrame } from "./AuthFrame.tsx";
import { arrive } from "./arrive.ts";
import { AuthForm, authApi, useTexts } from "./auth-form.tsx";
import { canPasskey } from "./passkey.ts";

const checks = { email: required("Your e-mail"), password: required("Your password"), code: required("The code") };

const SignIn = () => {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const [challenge, setChallenge] = useState("");
  const form = useTexts({ email: query.get("email") ?? "", password: "", code: "" }, checks);
  const rest = query.toString();

  // Somebody who is signed in already goes straight on.
  useEffect(() => {
    if (!maybeSignedIn()) return;
    void authApi()
      .then((api) => api.resumeSession())
      .then((info) => info && arrive(info, new URLSearchParams(rest), navigate));
  }, [rest, navigate]);

  const { email, password, code } = form.values;
  const submit = form.submit(challenge ? ["code"] : ["email", "password"], async () => {
    const api = await authApi();
    const { answer, error } = await api.signIn(challenge ? { challenge, code: code.trim() } : { email: email.trim(), password });
    if (error !== undefined) return error;
    if (answer.secondFactorRequired) setChallenge(answer.challenge);
    else arrive(await api.startSession(), query, navigate);
    return undefined;
  });

  const byPasskey = form.submit([], async () => {
    const api = await authApi();
    const { answer, error } = await api.signInByPasskey();
    if (error !== undefined) return error;
    if (answer) arrive(await api.startSession(), query, navigate);
    return undefined;
  });

  return (
    <AuthFrame
      title={challenge ? "One more step" : "Sign in"}
      lead={challenge ? "Enter the six digits from your authenticator app, or a recovery code." : undefined}
      foot={
        <>
          New here? <TextLink to={`/sign_up${rest ? `?${rest}` : ""}`}>Create an account</TextLink>
        </>
      }
    >
      <AuthForm
        onSubmit={submit}
        error={form.error}
        busy={form.busy}
        button={challenge ? "Continue" : "Sign in"}
        after={
          !challenge && (
            <>
              {canPasskey() && (
                <Button size="large" disabled={form.busy} onClick={() => void byPasskey()}>
                  Sign in with a passkey
                </Button>
              )}
              <TextLink to="/forget_password" sx={{ justifySelf: "center" }}>
                Forgot your password?
              </TextLink>
            </>
          )
        }
      >
        {challenge ? (
          <TextInput {...form.field("code")} label="Code" autoComplete="one-time-code" autoFocus />
        ) : (
          <>
            <TextInput {...form.field("email")} label="E-mail or phone" autoComplete="username" autoFocus />
            <TextInput {...form.field("password")} label="Password" type="password" autoComplete="current-password" />
          </>
        )}
      </AuthForm>
    </AuthFrame>
  );
};

export default SignIn;
