/** Self-signed certificates for TLS on loopback, made anew for each run: no private key stands in the repository. */
import { generateKeyPairSync, randomBytes, sign } from "node:crypto";

/** One DER element: tag, length, contents (X.690, 8.1). */
function der(tag: number, ...contents: readonly Uint8Array[]): Uint8Array {
  const body = Buffer.concat(contents);
  const { length } = body;
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Uint8Array.from([tag, ...size]), body]);
}

const sequence = (...contents: readonly Uint8Array[]): Uint8Array => der(0x30, ...contents);
const objectId = (...bytes: readonly number[]): Uint8Array => der(0x06, Uint8Array.from(bytes));
const text = (tag: number, value: string): Uint8Array => der(tag, Buffer.from(value, "latin1"));
/** `YYYYMMDDHHMMSSZ` as GeneralizedTime. */
const time = (atMs: number): Uint8Array => text(0x18, `${new Date(atMs).toISOString().replace(/[-:T]|\.\d+Z/g, "")}Z`);

const ecdsaWithSha256 = sequence(objectId(0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02));
const commonName = objectId(0x55, 0x04, 0x03);
const subjectAltName = objectId(0x55, 0x1d, 0x11);
const dayMs = 86_400_000;

/**
 * A key pair (P-256) and a certificate (X.509 v3, RFC 5280) for these host names and for 127.0.0.1, valid from yesterday for ten
 * days; PEM.
 */
export function selfSignedCertificate(hosts: readonly string[]): { privateKey: string; certificateChain: string } {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const name = sequence(der(0x31, sequence(commonName, text(0x0c, "stanchion test"))));
  const altNames = sequence(...hosts.map((host) => text(0x82, host)), der(0x87, Uint8Array.of(127, 0, 0, 1)));
  const serial = randomBytes(16);
  // A positive number without superfluous zeros in front.
  serial[0] = 0x40 | (serial.readUInt8(0) & 0x3f);
  const contents = sequence(
    der(0xa0, der(0x02, Uint8Array.of(2))),
    der(0x02, serial),
    ecdsaWithSha256,
    name,
    sequence(time(Date.now() - dayMs), time(Date.now() + 9 * dayMs)),
    name,
    publicKey.export({ type: "spki", format: "der" }),
    der(0xa3, sequence(sequence(subjectAltName, der(0x04, altNames)))),
  );
  const signature = der(0x03, Uint8Array.of(0), sign("sha256", contents, privateKey));
  const certificate = Buffer.from(sequence(contents, ecdsaWithSha256, signature)).toString("base64");
  const lines = certificate.match(/.{1,64}/g) ?? [];
  return {
    privateKey: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    certificateChain: ["-----BEGIN CERTIFICATE-----", ...lines, "-----END CERTIFICATE-----", ""].join("\n"),
  };
}
