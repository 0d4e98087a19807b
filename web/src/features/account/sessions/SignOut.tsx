import LinearProgress from "@mui/material/LinearProgress";
import { useEffect } from "react";
import { useNavigate } from "react-router";
import { signOut } from "../../../app/session/session-api.ts";
import { AuthFrame } from "../shared/sign-in/AuthFrame.tsx";

/** Signs out here and in the other tabs, then offers to sign in again. */
const SignOut = () => {
  const navigate = useNavigate();
  useEffect(() => {
    void signOut().then(() => navigate("/sign_in", { replace: true }));
  }, [navigate]);
  return (
    <AuthFrame title="Signing out">
      <LinearProgress aria-label="Signing out" />
    </AuthFrame>
  );
};

export default SignOut;
