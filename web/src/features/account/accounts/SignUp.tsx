import Box from "@mui/material/Box";
import { useNavigate, useSearchParams } from "react-router";
import { pathTo } from "../../../app/routes/paths.ts";
import { reducePhone } from "../../../ui/format/phone.ts";
import { all, email, required } from "../../../ui/format/validate.ts";
import { TextInput } from "../../../ui/inputs/TextInput.tsx";
import { TextLink } from "../../../ui/links/Link.tsx";
import { AuthFrame } from "../shared/sign-in/AuthFrame.tsx";
import { arrive } from "../shared/sign-in/arrive.ts";
import { AuthForm, authApi, useTexts } from "../shared/sign-in/auth-form.tsx";
import { password } from "../shared/sign-in/password.ts";

const checks = { firstName: required("First name"), email: all(required("Email"), email), password };

const SignUp = () => {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const form = useTexts({ firstName: "", lastName: "", email: query.get("email") ?? "", phoneNumber: "", password: "" }, checks);
  const rest = query.toString();

  const submit = form.submit(["firstName", "email", "password"], async () => {
    const api = await authApi();
    const { values } = form;
    const { error } = await api.signUp({ ...values, email: values.email.trim(), phoneNumber: reducePhone(values.phoneNumber) });
    if (error !== undefined) return error;
    arrive(await api.startSession(), query, navigate);
    return undefined;
  });

  return (
    <AuthFrame
      title="Create your account"
      lead={
        query.get("inviteCode")
          ? "Then you join the team that invited you."
          : "Then tell us about your business, and the calendar is yours."
      }
      foot={
        <>
          Have an account? <TextLink to={pathTo("/sign_in", {}, rest)}>Sign in</TextLink>
        </>
      }
    >
      <AuthForm onSubmit={submit} error={form.error} busy={form.busy} button="Create account">
        <Box sx={{ display: "grid", gridTemplateColumns: "1fr 1fr", gap: 1.5, alignItems: "start" }}>
          <TextInput {...form.field("firstName")} label="First name" autoComplete="given-name" autoFocus />
          <TextInput {...form.field("lastName")} label="Last name" autoComplete="family-name" />
        </Box>
        <TextInput {...form.field("email")} label="Email" type="email" autoComplete="email" />
        <TextInput {...form.field("phoneNumber")} label="Phone (optional)" type="tel" autoComplete="tel" />
        <TextInput {...form.field("password")} label="Password" type="password" autoComplete="new-password" help="At least 8 characters." />
      </AuthForm>
    </AuthFrame>
  );
};

export default SignUp;
