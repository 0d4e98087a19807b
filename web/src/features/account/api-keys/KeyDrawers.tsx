import type { ApiKey } from "@leashline/proto/leashline/account/v1/api_key_service_pb.js";
import { useState } from "react";
import { SecretDrawer } from "../shared/SecretDrawer.tsx";
import { ApiKeyForm } from "./ApiKeyForm.tsx";
import { RotateKey } from "./RotateKey.tsx";

type Props = { adding: boolean; rotating: ApiKey | undefined; onDone: () => void; onMade: () => void };

/** A key is added or replaced, and what it came to is shown once. */
export const KeyDrawers = ({ adding, rotating, onDone, onMade }: Props) => {
  const [secret, setSecret] = useState<{ name: string; value: string }>();
  const made = (name: string, value: string) => {
    onDone();
    setSecret({ name, value });
    onMade();
  };
  return (
    <>
      {adding && <ApiKeyForm onClose={onDone} onMade={made} />}
      {rotating && <RotateKey apiKey={rotating} onClose={onDone} onMade={(value) => made(rotating.name, value)} />}
      {secret && <SecretDrawer title={`Key ${secret.name}`} label="API key" value={secret.value} onClose={() => setSecret(undefined)} />}
    </>
  );
};
