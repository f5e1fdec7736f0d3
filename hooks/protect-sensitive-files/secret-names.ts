/** Names of variables that are likely to hold a secret. */
export const SECRET_NAME =
  /SECRET|TOKEN|PASSW(?:OR)?D|PASSPHRASE|API_?KEY|PRIVATE_?KEY|ACCESS_?KEY|ENCRYPTION_?KEY|SIGNING_?KEY|CREDENTIAL|_PAT$|_PWD$/i
